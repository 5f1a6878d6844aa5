import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type {
  PublishBody,
  VersionBody,
  VersionDetail,
  VersionRow,
  WorkshopTool,
} from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, Enveloped, OpenToKeys } from '@/foundation/http/marks';
import { Drafts } from './drafts.service';
import { Releases } from './releases.service';
import { ToolSwitches } from './tool-switches.service';
import {
  numberParam,
  pageQuery,
  publishBody,
  stateBody,
  versionBody,
  type PageQuery,
  type StateBody,
} from './workshop.dto';
import { WorkshopService } from './workshop.service';

type Data<T> = { success: true; data: T };
const ok = <T>(data: T): Data<T> => ({ success: true, data });

@Controller('api/admin/workshop/tools')
@Allow('admin')
@Enveloped()
@OpenToKeys('custom-tools')
export class WorkshopController {
  constructor(
    private readonly workshop: WorkshopService,
    private readonly drafts: Drafts,
    private readonly releases: Releases,
    private readonly switches: ToolSwitches,
  ) {}

  @Get()
  async list(@CurrentCaller() caller: Caller): Promise<Data<WorkshopTool[]>> {
    return ok(await this.workshop.list(caller));
  }

  @Get(':id')
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<Data<WorkshopTool>> {
    return ok(await this.workshop.get(caller, id));
  }

  @Patch(':id/state')
  async setState(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body({ schema: stateBody }) body: StateBody,
  ): Promise<Data<WorkshopTool>> {
    await this.switches.set(caller, id, body);
    return ok(await this.workshop.get(caller, id));
  }

  @Get(':id/versions')
  async listVersions(
    @Param('id') id: string,
    @Query({ schema: pageQuery }) { before, limit }: PageQuery,
  ): Promise<Data<VersionRow[]>> {
    return ok(await this.workshop.listVersions(id, before ?? null, limit));
  }

  @Get(':id/versions/:number')
  async getVersion(
    @CurrentCaller() caller: Caller,
    @Param({ schema: numberParam }) { id, number }: { id: string; number: number },
  ): Promise<Data<VersionDetail>> {
    return ok(await this.workshop.getVersion(caller, id, number));
  }

  @Post(':id/versions')
  async saveDraft(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body({ schema: versionBody }) body: VersionBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Data<VersionDetail>> {
    const [version, isNew] = await this.drafts.save(caller, id, body);
    response.status(isNew ? 201 : 200);
    return ok(version);
  }

  @Post(':id/publish')
  @HttpCode(200)
  async publish(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body({ schema: publishBody }) body: PublishBody,
  ): Promise<Data<WorkshopTool>> {
    await this.releases.publish(caller, id, body);
    return ok(await this.workshop.get(caller, id));
  }
}
