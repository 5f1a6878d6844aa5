import { Module } from '@nestjs/common';
import { OutboundModule } from '@/engines/outbound/outbound.module';
import { OutboundService } from '@/engines/outbound/outbound.service';
import { AuditModule } from '@/people/audit/audit.module';
import { AnthropicAdapter } from './adapters/anthropic.adapter';
import { ModelAdapters } from './model-adapters';
import { ModelsController } from './models.controller';
import { ModelsService } from './models.service';
import { OpenaiCompatibleAdapter } from './adapters/openai-compatible.adapter';
import { ProvidersController } from './providers.controller';
import { ProvidersRepository } from './providers.repository';
import { ProvidersService } from './providers.service';

@Module({
  imports: [AuditModule, OutboundModule],
  controllers: [ModelsController, ProvidersController],
  providers: [
    ProvidersRepository,
    ProvidersService,
    ModelsService,
    {
      provide: ModelAdapters,
      inject: [OutboundService],
      useFactory: ({ fetch }: OutboundService) =>
        new ModelAdapters([new OpenaiCompatibleAdapter(fetch), new AnthropicAdapter(fetch)]),
    },
  ],
  exports: [ModelsService],
})
export class ModelsModule {}
