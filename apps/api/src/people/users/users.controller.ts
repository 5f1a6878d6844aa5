import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import type { CreateUserBody, UpdateUserBody, UserLink, UserRow } from '@/contract/people';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller } from '@/foundation/http/marks';
import { createUserSchema, updateUserSchema } from './users.dto';
import { UsersService } from './users.service';

@Controller('api/admin/users')
@Allow('admin')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  async list(): Promise<{ items: UserRow[] }> {
    return { items: await this.users.list() };
  }

  @Post()
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createUserSchema }) body: CreateUserBody,
  ): Promise<UserLink> {
    return this.users.create(caller, body);
  }

  @Patch(':userId')
  update(
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @Body({ schema: updateUserSchema }) body: UpdateUserBody,
  ): Promise<UserRow> {
    return this.users.update(caller, userId, body);
  }

  @Post(':userId/reset')
  reset(@CurrentCaller() caller: Caller, @Param('userId') userId: string): Promise<UserLink> {
    return this.users.createResetLink(caller, userId);
  }
}
