import { Body, Controller, Get, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type {
  AcceptBody,
  AuthState,
  CodeBody,
  InvitationView,
  LoginAnswer,
  LoginBody,
  Me,
  PasswordBody,
  ProfileBody,
  SetupBody,
} from '@/contract/people';
import { AppConfig } from '@/foundation/config/config';
import { addressOf } from '@/foundation/http/address';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, Public } from '@/foundation/http/marks';
import { UsersService } from '@/people/users/users.service';
import {
  acceptSchema,
  codeSchema,
  loginSchema,
  passwordSchema,
  profileSchema,
  setupSchema,
  tokenSchema,
} from './auth.dto';
import { AuthService } from './auth.service';
import { LoginService, type Entered } from './login.service';
import { cookieName, cookieOptions, lastingCookieOptions } from './session-cookie';
import { deviceOf, type SignInPlace } from './sessions/sign-in-place';
import { WelcomeService } from './welcome.service';

@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly logins: LoginService,
    private readonly welcome: WelcomeService,
    private readonly users: UsersService,
    private readonly config: AppConfig,
  ) {}

  @Get('state')
  @Public()
  state(@CurrentCaller() caller: Caller | undefined): Promise<AuthState> {
    return this.auth.getState(caller);
  }

  @Get('me')
  @Allow('user')
  me(@CurrentCaller() caller: Caller): Promise<Me> {
    return this.users.getMe(caller.userId);
  }

  @Patch('me')
  @Allow('user')
  updateMe(
    @CurrentCaller() caller: Caller,
    @Body({ schema: profileSchema }) body: ProfileBody,
  ): Promise<Me> {
    return this.users.updateProfile(caller, body);
  }

  @Post('password')
  @Allow('user')
  @HttpCode(204)
  changePassword(
    @CurrentCaller() caller: Caller,
    @Body({ schema: passwordSchema }) body: PasswordBody,
    @Req() request: Request,
  ): Promise<void> {
    return this.logins.changePassword(caller, body, this.addressOf(request));
  }

  @Post('login')
  @Public()
  @HttpCode(200)
  async logIn(
    @Body({ schema: loginSchema }) body: LoginBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginAnswer> {
    return this.handOver(await this.logins.logIn(body, this.placeOf(request)), response);
  }

  @Post('login/code')
  @Public()
  @HttpCode(200)
  async enterCode(
    @Body({ schema: codeSchema }) body: CodeBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginAnswer> {
    return this.handOver(await this.logins.enterCode(body, this.placeOf(request)), response);
  }

  /** Public, so that a browser with a dead session still gets its cookie cleared. */
  @Post('logout')
  @Public()
  @HttpCode(204)
  async logOut(
    @CurrentCaller() caller: Caller | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    if (caller) await this.logins.logOut(caller);
    const { isHttps } = this.config.http;
    response.clearCookie(cookieName(isHttps), cookieOptions(isHttps));
  }

  @Post('setup')
  @Public()
  @HttpCode(200)
  async setUp(
    @Body({ schema: setupSchema }) body: SetupBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginAnswer> {
    return this.handOver(await this.welcome.setUp(body, this.placeOf(request)), response);
  }

  @Post('invitations/check')
  @Public()
  @HttpCode(200)
  checkInvitation(
    @Body({ schema: tokenSchema }) { token }: { token: string },
  ): Promise<InvitationView> {
    return this.welcome.checkInvitation(token);
  }

  @Post('invitations/accept')
  @Public()
  @HttpCode(200)
  async accept(
    @Body({ schema: acceptSchema }) body: AcceptBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginAnswer> {
    return this.handOver(await this.welcome.accept(body, this.placeOf(request)), response);
  }

  private handOver(entered: Entered, response: Response): LoginAnswer {
    if ('needsCode' in entered) return entered;
    const { me, token } = entered;
    const { isHttps } = this.config.http;
    response.cookie(cookieName(isHttps), token, lastingCookieOptions(isHttps));
    return me;
  }

  private placeOf(request: Request): SignInPlace {
    return { address: this.addressOf(request), device: deviceOf(request.headers['user-agent']) };
  }

  private addressOf(request: Request): string {
    return addressOf(request, this.config.http.trustedProxies);
  }
}
