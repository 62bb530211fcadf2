/** Forms as the console's server reads them: the parser from wire, with the console's errors. */
import { AppError, reasonText } from '@cooperage/contract'
import {
  type AnnouncedSize,
  type FormFault,
  type FormPart,
  readBoundary,
  formParts as wireFormParts,
} from '@cooperage/wire'
import { stayingOpen } from './incoming-body.ts'

export type { FormPart }

/** The boundary in a Content-Type. @throws AppError UnsupportedMediaType if it isn't a multipart form */
export function formBoundary(contentType = ''): string {
  const boundary = /^multipart\/form-data\s*;/i.test(contentType) ? readBoundary(contentType) : undefined
  if (boundary === undefined) throw new AppError('UnsupportedMediaType', { expected: reasonText('multipartForm') })
  return boundary
}

/** @throws AppError UploadIncomplete if the body ends before the form does, InvalidInput if it isn't a valid form */
export function formParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  announcedSize?: AnnouncedSize,
): AsyncGenerator<FormPart> {
  return wireFormParts(stayingOpen(body), boundary, failure, announcedSize)
}

function failure(fault: FormFault, _reason: string, options?: ErrorOptions): AppError {
  if (fault === 'incomplete') return new AppError('UploadIncomplete', {}, options)
  const reason = reasonText(fault === 'encoding' ? 'formNotUtf8' : 'formMalformed')
  return new AppError('InvalidInput', { reason }, options)
}
