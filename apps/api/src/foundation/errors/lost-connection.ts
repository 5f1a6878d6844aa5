/** Of the network, and of PostgreSQL: connection exceptions, shutting down, starting up, too many connections. */
const CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08\w{3}|57P0[123]|53300)$/;

/** The driver has no codes for these. */
const SENTENCES = /timeout exceeded when trying to connect|Connection terminated|not queryable/;

interface MaybeError {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  cause?: unknown;
  driverError?: unknown;
  errors?: unknown;
}

/** Whether something failed because the other end is away, and may be back when tried again. */
export function isLostConnection(thrown: unknown, depth = 0): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > 3) return false;
  const { code, syscall, message, cause, driverError, errors } = thrown as MaybeError;
  if (typeof code === 'string' && CODES.test(code)) return true;
  // A unix socket that is not there.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  if (typeof message === 'string' && SENTENCES.test(message)) return true;
  const inner = [driverError, cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return inner.some((error) => isLostConnection(error, depth + 1));
}
