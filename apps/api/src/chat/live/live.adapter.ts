import type { IncomingMessage } from 'node:http';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { INestApplicationContext } from '@nestjs/common';
import type { Server, ServerOptions } from 'socket.io';
import { isOwnOrigin } from '@/foundation/http/origin';

type Decide = (error: string | null, isAllowed: boolean) => void;

/**
 * Opens sockets to our own pages only (S-13). Long polling is off: a browser sends no Origin with it,
 * and every browser we support has websockets.
 */
export class LiveAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly publicUrl: string | undefined,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const allowRequest = ({ headers }: IncomingMessage, decide: Decide) =>
      decide(null, headers.origin !== undefined && isOwnOrigin(headers, this.publicUrl));
    return super.createIOServer(port, {
      ...options,
      allowRequest,
      transports: ['websocket'],
      serveClient: false,
      // The longest text a command may bring, each of its characters escaped: refused in words, not by a closed socket.
      maxHttpBufferSize: 3_100_000,
      pingInterval: 20_000,
      pingTimeout: 20_000,
    } as ServerOptions) as Server;
  }
}
