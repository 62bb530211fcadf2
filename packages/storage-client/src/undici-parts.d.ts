/**
 * The parts of undici in use, imported by file: its main entry also loads fetch, WebSocket, mocks and caches, which costs
 * every start 35 ms and 13 MiB. The version is pinned, so the paths are stable.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici'
  export default Pool
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici'
  /** The `request` of every dispatcher, which the main entry would attach as a method. */
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>
}

declare module 'undici/lib/core/errors.js' {
  import { errors } from 'undici'
  export default errors
}

declare module 'undici/lib/api/readable.js' {
  import type { Readable as Stream } from 'node:stream'
  import type { Dispatcher } from 'undici'

  type Readable = Stream & Dispatcher.BodyMixin
  /** The class of a response's body. */
  const Readable: new (options: { resume: () => void; abort: () => void }) => Readable
  const parts: { Readable: typeof Readable }
  export default parts
}
