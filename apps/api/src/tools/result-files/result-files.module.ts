import { Module } from '@nestjs/common';
import { ResultFilesController } from './result-files.controller';
import { ResultFilesRepository } from './result-files.repository';
import { ResultFiles } from './result-files.service';

@Module({
  controllers: [ResultFilesController],
  providers: [ResultFilesRepository, ResultFiles],
  exports: [ResultFiles],
})
export class ResultFilesModule {}
