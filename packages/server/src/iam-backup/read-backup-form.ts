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

interface BackupForm {
  archive: Uint8Array
  /** '' if the form has none. */
  fingerprint: string
}

/** @throws AppError BodyTooLarge, InvalidInput without an archive */
export async function readBackupForm(request: FastifyRequest, reply: FastifyReply): Promise<BackupForm> {
  const boundary = formBoundary(request.headers['content-type'])
  if (Number(request.headers['content-length'] ?? 0) > MAX_IAM_BACKUP_BYTES + 4096) throw tooLarge()
  watchBodyRate(reply, () => request.raw.destroy(new AppError('RequestTimeout')))
  let archive: Buffer | undefined
  let fingerprint = ''
  for await (const part of formParts(request.raw, boundary)) {
    if (part.name === IAM_BACKUP_FILE) archive = await readAtMost(part.content, MAX_IAM_BACKUP_BYTES, tooLarge)
    else if (part.name === IAM_BACKUP_FINGERPRINT) {
      fingerprint = (await readAtMost(part.content, MAX_FINGERPRINT_BYTES, tooLarge)).toString('utf8')
    }
  }
  if (archive === undefined)
    throw new AppError('InvalidInput', { reason: reasonText('formLacksFile', { iamBackupFile: IAM_BACKUP_FILE }) })
  return { archive: inSharedMemory(archive), fingerprint }
}

function tooLarge(): AppError {
  return new AppError('BodyTooLarge', { limit: MAX_IAM_BACKUP_BYTES })
}
