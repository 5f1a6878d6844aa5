/** The folder of an open gate as a container sees it; the way out is the Unix socket `proxy.sock` in it. */
export const EGRESS_FOLDER = '/run/egress';
export const EGRESS_SOCKET = 'proxy.sock';
/** Inside the container the forwarder listens here, behind HTTP_PROXY and HTTPS_PROXY. */
export const FORWARDER_PORT = 3128;

export interface OpenGate {
  /**
   * Absolute path as the container engine sees it, of this gate alone. It is mounted read-only, and user 10001 must
   * be able to enter it and to write to its socket, which exists before this is given away.
   */
  readonly directory: string;
  /** Another call of the same container follows: whatever the one before left open is cut. Never rejects. */
  beginCall(): Promise<void>;
  /** Cuts what is open and removes the folder. Twice is the same as once; never rejects. */
  close(): Promise<void>;
}

/**
 * The one way out of a container, whose network is `none` always. A gate serves one container, and closes when that
 * container is gone. The other end, `/opt/toolyard/forwarder.py`, is loaded by run_once.py in a process of its own,
 * which calls `serve(socket_path, port, on_listening)`; that one listens on 127.0.0.1, calls `on_listening()` once
 * and never returns.
 */
export abstract class EgressGate {
  /**
   * `hosts` are `host:port` pairs, never none.
   * @throws DomainError when no gate can be opened; the script then does not start
   */
  abstract open(hosts: readonly string[], ownerId: string): Promise<OpenGate>;
}
