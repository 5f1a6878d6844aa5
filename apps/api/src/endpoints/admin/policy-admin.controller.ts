import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type {
  PlacementBody,
  PolicyAnswer,
  PolicyDocument,
  PolicyImpact,
  PolicyQuestion,
  PolicyReach,
  PolicyReachQuestion,
  PolicySaveBody,
  PolicyVersionRow,
  PolicyVersionView,
  PolicyView,
} from '@/contract/policy';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, OpenToKeys } from '@/foundation/http/marks';
import { PolicyVersions } from '@/people/policy/policy-versions.service';
import {
  confirmationSchema,
  explainSchema,
  impactSchema,
  placementSchema,
  reachSchema,
  restoreSchema,
  saveSchema,
  toolNameSchema,
  versionSchema,
  versionsQuerySchema,
} from './policy-admin.dto';
import { PolicyAnswers } from './policy-answers.service';
import { PolicyChanges, type Confirmation } from './policy-changes.service';
import { PolicyViewService } from './policy-view.service';

/** The policy console: the document of people/policy joined with the tools that exist now. */
@Controller('api/admin/policy')
@Allow('admin')
@OpenToKeys('admin')
export class PolicyAdminController {
  constructor(
    private readonly views: PolicyViewService,
    private readonly changes: PolicyChanges,
    private readonly answers: PolicyAnswers,
    private readonly versions: PolicyVersions,
  ) {}

  @Get()
  view(@CurrentCaller() caller: Caller): Promise<PolicyView> {
    return this.views.view(caller);
  }

  @Put()
  async save(
    @CurrentCaller() caller: Caller,
    @Body({ schema: saveSchema }) body: PolicySaveBody,
  ): Promise<PolicyView> {
    await this.changes.save(caller, body);
    return this.views.view(caller);
  }

  @Post('impact')
  @HttpCode(200)
  impact(
    @CurrentCaller() caller: Caller,
    @Body({ schema: impactSchema }) { document }: { document: PolicyDocument },
  ): Promise<PolicyImpact> {
    return this.changes.impact(caller, document);
  }

  @Post('explain')
  @HttpCode(200)
  explain(
    @CurrentCaller() caller: Caller,
    @Body({ schema: explainSchema }) question: PolicyQuestion,
  ): Promise<PolicyAnswer> {
    return this.answers.explain(caller, question);
  }

  @Post('reach')
  @HttpCode(200)
  reach(
    @CurrentCaller() caller: Caller,
    @Body({ schema: reachSchema }) question: PolicyReachQuestion,
  ): Promise<PolicyReach> {
    return this.answers.reach(caller, question);
  }

  @Post('placements')
  @HttpCode(200)
  async place(
    @CurrentCaller() caller: Caller,
    @Body({ schema: placementSchema }) { confirmWidening, ...move }: PlacementBody,
  ): Promise<PolicyView> {
    await this.changes.place(caller, move, { confirmWidening });
    return this.views.view(caller);
  }

  @Delete('placements/:tool')
  async unplace(
    @CurrentCaller() caller: Caller,
    @Param('tool', { schema: toolNameSchema }) tool: string,
    @Query({ schema: confirmationSchema }) confirmation: Confirmation,
  ): Promise<PolicyView> {
    await this.changes.unplace(caller, tool, confirmation);
    return this.views.view(caller);
  }

  @Get('versions')
  async list(
    @Query({ schema: versionsQuerySchema }) { before }: { before?: number },
  ): Promise<{ items: PolicyVersionRow[] }> {
    return { items: await this.versions.list(before ?? null) };
  }

  @Get('versions/:version')
  get(@Param('version', { schema: versionSchema }) version: number): Promise<PolicyVersionView> {
    return this.versions.get(version);
  }

  @Post('versions/:version/restore')
  @HttpCode(200)
  async restore(
    @CurrentCaller() caller: Caller,
    @Param('version', { schema: versionSchema }) version: number,
    @Body({ schema: restoreSchema }) body: Confirmation & { baseVersion: number },
  ): Promise<PolicyView> {
    await this.changes.restore(caller, version, body);
    return this.views.view(caller);
  }
}
