import {
  AppError,
  IAM_BACKUP_FILE,
  IAM_BACKUP_FINGERPRINT,
  MAX_IAM_BACKUP_BYTES,
  reasonText,
} from '@cooperage/contract'
import { readAtMost } from '@cooperage/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inSharedMemory } from '../shared/computations/computations.ts'
import { formBoundary, formParts } from '../shared/form-parts.ts'
import { watchBodyRate } from '../shared/request-limits.ts'

const MAX_FINGERPRINT_BYTES = 128

/** @throws AppError BodyTooLarge, InvalidInput without an archive */
export async function readBackupForm(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ archive: Uint8Array; fingerprint: string }> {
  const { archive, texts } = await readArchiveForm(request, reply, { [IAM_BACKUP_FINGERPRINT]: MAX_FINGERPRINT_BYTES })
  if (archive === undefined)
    throw new AppError('InvalidInput', { reason: reasonText('formLacksFile', { iamBackupFile: IAM_BACKUP_FILE }) })
  return { archive, fingerprint: texts[IAM_BACKUP_FINGERPRINT] }
}

/**
 * A form with an archive, and with parts that are texts, '' if they are missing.
 * @param limits of the texts, in bytes
 * @throws AppError BodyTooLarge, UploadIncomplete
 */
export async function readArchiveForm<Name extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: Readonly<Record<Name, number>>,
): Promise<{ archive: Uint8Array | undefined; texts: Record<Name, string> }> {
  const boundary = formBoundary(request.headers['content-type'])
  const most = Object.values<number>(limits).reduce((sum, limit) => sum + limit, MAX_IAM_BACKUP_BYTES + 4096)
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(most)()
  watchBodyRate(reply, () => request.raw.destroy(new AppError('RequestTimeout')))
  let archive: Uint8Array | undefined
  const texts = Object.fromEntries(Object.keys(limits).map((name) => [name, ''])) as Record<Name, string>
  for await (const part of formParts(request.raw, boundary)) {
    const name = part.name as Name
    if (part.name === IAM_BACKUP_FILE) {
      archive = inSharedMemory(await readAtMost(part.content, MAX_IAM_BACKUP_BYTES, tooLarge(MAX_IAM_BACKUP_BYTES)))
    } else if (Object.hasOwn(limits, name)) {
      texts[name] = (await readAtMost(part.content, limits[name], tooLarge(limits[name]))).toString('utf8')
    }
  }
  return { archive, texts }
}

function tooLarge(limit: number): () => AppError {
  return () => new AppError('BodyTooLarge', { limit })
}
