/** The part of nodemailer in use, which has no types: the protocol, without its own way to resolve names and its transports. */
declare module 'nodemailer/lib/smtp-connection' {
  import type { EventEmitter } from 'node:events'
  import type { Socket } from 'node:net'

  type Done = (error?: Error | null) => void

  /** What became of a message that at least one recipient gets. */
  export interface Accepted {
    /** Of the recipients that were refused. */
    rejectedErrors?: { responseCode?: number }[]
  }

  export default class SMTPConnection extends EventEmitter {
    constructor(options: {
      host: string
      port: number
      /** An open connection. */
      connection: Socket
      secure: boolean
      requireTLS: boolean
      ignoreTLS: boolean
    })
    connect(done: Done): void
    login(credentials: { user: string; pass: string }, done: Done): void
    send(
      envelope: { from: string; to: readonly string[] },
      message: string,
      done: (error?: Error | null, accepted?: Accepted) => void,
    ): void
    quit(): void
    close(): void
  }
}
