import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import type { GroupRow, GroupView } from '@/contract/people';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, OpenToKeys } from '@/foundation/http/marks';
import { createGroupSchema, groupMembersSchema, updateGroupSchema } from './groups.dto';
import { GroupsService, type GroupFields } from './groups.service';

@Controller('api/admin/groups')
@Allow('admin')
@OpenToKeys('admin')
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Get()
  async list(): Promise<{ items: GroupRow[] }> {
    return { items: await this.groups.list() };
  }

  @Post()
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createGroupSchema }) body: GroupFields,
  ): Promise<GroupView> {
    return this.groups.create(caller, body);
  }

  @Get(':groupId')
  get(@Param('groupId') groupId: string): Promise<GroupView> {
    return this.groups.get(groupId);
  }

  @Patch(':groupId')
  update(
    @CurrentCaller() caller: Caller,
    @Param('groupId') groupId: string,
    @Body({ schema: updateGroupSchema }) body: Partial<GroupFields>,
  ): Promise<GroupView> {
    return this.groups.update(caller, groupId, body);
  }

  @Put(':groupId/members')
  setMembers(
    @CurrentCaller() caller: Caller,
    @Param('groupId') groupId: string,
    @Body({ schema: groupMembersSchema }) { userIds }: { userIds: string[] },
  ): Promise<GroupView> {
    return this.groups.setMembers(caller, groupId, userIds);
  }

  @Delete(':groupId')
  @HttpCode(204)
  async remove(@CurrentCaller() caller: Caller, @Param('groupId') groupId: string): Promise<void> {
    await this.groups.remove(caller, groupId);
  }
}
