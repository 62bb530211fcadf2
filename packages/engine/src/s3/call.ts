import type { CheckedPayload, FormFields } from '@cooperage/wire'
import type { ObjectEvent } from '../events/object-event.ts'
import type { Exchange } from '../http/exchange.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Caller } from '../identity/caller.ts'
import type { Permissions, SignatureForm } from '../identity/permissions.ts'
import type { S3Services } from './services.ts'

/** A verified and authorized request, the input of S3 operations. */
export interface S3Call extends Pick<Exchange, 'requestId' | 'method' | 'path' | 'query' | 'headers'> {
  engine: S3Services
  /** Operation name in the route table. */
  operation: string
  caller: Caller
  /** Empty for calls on the service. */
  bucket: string
  /** Empty for calls on a bucket. */
  key: string
  /** Permission checks for operations whose permission depends on more than their target. */
  allows: Permissions
  /** Verifies a form upload and continues on behalf of the caller who signed its policy. @throws WireError */
  authenticateForm(fields: FormFields, form: SignatureForm): S3Call
  /** The same request as another caller would send it, to find out what that caller may do. */
  as(caller: Caller): S3Call
  /** Publishes an event, for example `s3:ObjectCreated:Put`, once the change is durable. */
  publish(name: string, object: ObjectEvent['object']): void
  /** The request body, once. Its digests and length are verified while it is read. @throws WireError */
  payload(): CheckedPayload
  /**
   * A small body as text. With `checksumsOfObject`, checksums in headers belong to the object that the document describes
   * instead of to the document. @throws WireError, MalformedXML when the body is longer than `maxBytes`
   */
  document(maxBytes: number, options?: { checksumsOfObject: boolean }): Promise<string>
}

export type S3Operation = (call: S3Call) => Promise<HttpResponse>
