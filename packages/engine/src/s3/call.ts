import type { CheckedPayload } from '@cooperage/wire'
import type { Engine } from '../engine.ts'
import type { ObjectEvent } from '../events/object-event.ts'
import type { Exchange } from '../http/exchange.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Caller } from '../identity/caller.ts'
import type { Permissions, SignatureForm } from '../identity/permissions.ts'

/** A verified and authorised request, as the operations of S3 see it. */
export interface S3Call extends Pick<Exchange, 'requestId' | 'method' | 'path' | 'query' | 'headers'> {
  engine: Engine
  /** Name of the operation in the route table. */
  operation: string
  caller: Caller
  /** Empty for calls on the service. */
  bucket: string
  /** Empty for calls on a bucket. */
  key: string
  /** For operations whose permission depends on more than their target. */
  allows: Permissions
  /** The same request on behalf of somebody else; `form`: how that is signed, if not as the request is. */
  as(caller: Caller, form?: SignatureForm): S3Call
  /** Tells subscribers what was done, for example `s3:ObjectCreated:Put`; called when it is durable. */
  publish(name: string, object: ObjectEvent['object']): void
  /** The request body, once; everything that its headers promise is checked while it passes. @throws WireError */
  payload(): CheckedPayload
  /**
   * A small body as text. `checksumsOfObject`: checksums in the headers are of the object that the document is about, not
   * of the document. @throws WireError, MalformedXML when it is longer
   */
  document(maxBytes: number, options?: { checksumsOfObject: boolean }): Promise<string>
}

export type S3Operation = (call: S3Call) => Promise<HttpResponse>
