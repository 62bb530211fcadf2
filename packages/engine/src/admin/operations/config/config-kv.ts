import { helpOf } from '../../../config/help.ts'
import type { HttpResponse } from '../../../http/response.ts'
import type { AdminOperation } from '../../call.ts'

/** The effective settings of one section, without secrets. */
export const getConfigKv: AdminOperation = async ({ engine, query, encryptedResponse }) =>
  encryptedResponse(engine.config.show(query.get('key') ?? ''))

export const setConfigKv: AdminOperation = async ({ engine, encryptedBody }) =>
  appliedResponse(await engine.config.set((await encryptedBody()).toString()))

export const delConfigKv: AdminOperation = async ({ engine, encryptedBody }) =>
  appliedResponse(await engine.config.delete((await encryptedBody()).toString()))

export const helpConfigKv: AdminOperation = async ({ query }) => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${JSON.stringify(helpOf(query.get('subSys') ?? '', query.get('key') ?? '', query.has('env')))}\n`,
})

/** Includes secrets: the caller may change them anyway, and the response is encrypted. */
export const exportConfig: AdminOperation = async ({ engine, encryptedResponse }) =>
  encryptedResponse(engine.config.export())

export const importConfig: AdminOperation = async ({ engine, encryptedBody }) => {
  await engine.config.import((await encryptedBody()).toString())
  return { status: 200 }
}

/** Without the header, clients say that a restart is required. */
function appliedResponse(isApplied: boolean): HttpResponse {
  return { status: 200, headers: isApplied ? { 'x-minio-config-applied': 'true' } : {} }
}
