import type { NewAuditEntry } from '../../src/shared/audit-store/audit-store.ts'

const SIZES = { rx: 120, tx: 85, timeToResponseInNS: '4011000' }

/** An audit entry as a server sends it. */
export function sentEntry(number: number, fields: { api?: object; [name: string]: unknown } = {}) {
  const { api, ...others } = fields
  return {
    version: '1',
    deploymentid: 'd1',
    time: new Date(Date.now() - 60_000 + number).toISOString(),
    trigger: 'incoming',
    api: {
      name: 'GetObject',
      bucket: 'photos',
      object: `o-${number}`,
      status: 'OK',
      statusCode: 200,
      ...SIZES,
      ...api,
    },
    remotehost: '10.0.0.7',
    requestID: `R${number}`,
    userAgent: 'mc',
    requestHeader: { Authorization: 'AWS key:c2lnbmF0dXJl' },
    accessKey: 'AKIA',
    ...others,
  }
}

/** An entry for a store. */
export function storedEntry(number: number, fields: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return {
    time: 1_795_000_000_000_000 + number,
    id: number,
    apiName: 'GetObject',
    bucket: 'photos',
    object: `o-${number}`,
    remoteHost: '10.0.0.7',
    requestId: `R${number}`,
    userAgent: 'mc',
    accessKey: 'AKIA',
    parentUser: '',
    responseStatus: 'OK',
    responseStatusCode: 200,
    requestContentLength: 0,
    responseContentLength: 85,
    timeToResponseNs: 4_011_000,
    errorCode: '',
    details: '{}',
    ...fields,
  }
}
