import { DomainError, type Texts } from '@/foundation/errors/domain-error';

/** What keeps the engine from being used; each has its own advice. */
export type EngineProblem = 'no_engine' | 'no_permission' | 'no_image' | 'not_working' | 'stopping';

const ADVICE: Record<EngineProblem, (subject: string) => Texts> = {
  no_engine: (address) => ({
    en: `No container engine answers at ${address}. Start Docker or set DOCKER_HOST, then try again.`,
    'zh-CN': `${address} 上没有容器引擎响应。请启动 Docker 或设置 DOCKER_HOST，然后重试。`,
  }),
  no_permission: (address) => ({
    en: `The server may not use the container engine at ${address}. Add its user to the group docker.`,
    'zh-CN': `服务器无权使用 ${address} 上的容器引擎。请将其用户加入 docker 用户组。`,
  }),
  no_image: (image) => ({
    en: `The image ${image} does not exist on the engine. Run npm start once, or build docker/sandbox.`,
    'zh-CN': `容器引擎中没有镜像 ${image}。请运行一次 npm start，或构建 docker/sandbox。`,
  }),
  not_working: (reason) => ({
    en: `The container engine does not start tool containers (${reason}). Look at its log, then try again.`,
    'zh-CN': `容器引擎无法启动工具容器（${reason}）。请查看其日志后重试。`,
  }),
  stopping: () => ({
    en: 'The server is shutting down. Try again in a moment.',
    'zh-CN': '服务器正在关闭，请稍后重试。',
  }),
};

/** There is no engine, or it cannot give a container. Tool code never runs anywhere else instead. */
export class ContainerEngineUnavailable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'container_engine_unavailable';
  override readonly canRetry = true;

  /** `subject` is what the advice names: an address, an image or a reason. */
  constructor(
    readonly problem: EngineProblem,
    subject = '',
  ) {
    super(
      { en: 'container engine unavailable', 'zh-CN': '容器环境不可用' },
      ADVICE[problem](subject),
    );
  }
}

/** The line is full: better a clear answer now than one nobody waits for any more. */
export class TooManyWaitingCalls extends DomainError {
  readonly kind = 'limited';
  readonly code = 'too_many_waiting_calls';
  override readonly canRetry = true;

  constructor(
    waiting: number,
    override readonly retryAfterMs: number,
  ) {
    super(
      {
        en: `${waiting} tool calls are already waiting for a container.`,
        'zh-CN': `已有 ${waiting} 个工具调用在等待容器。`,
      },
      {
        en: `Try again in ${Math.ceil(retryAfterMs / 1000)} seconds.`,
        'zh-CN': `请在 ${Math.ceil(retryAfterMs / 1000)} 秒后重试。`,
      },
    );
  }
}
