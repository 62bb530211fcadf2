/** Audit log entries, format version 1. */
import { STATUS_CODES } from 'node:http'
import { apiName } from './api-names.ts'
import type { Observation } from './observation.ts'
import { redactedHeaders, redactedQuery } from './redaction.ts'
import { decodedPath, nanoseconds } from './trace.ts'

export function auditEntry(observation: Observation, deploymentId: string): Record<string, unknown> {
  const { exchange, status, startedAt, durationMs, firstByteMs, bytesIn, bytesOut } = observation
  const { headers, query, requestId, clientAddress, facts } = exchange
  const { operation = '', bucket = '', key = '', caller, errorCode } = facts
  const requestQuery = redactedQuery(query)
  const duration = nanoseconds(durationMs)
  const firstByte = firstByteMs === undefined || bytesOut === 0 ? undefined : nanoseconds(firstByteMs)
  return {
    version: '1',
    deploymentid: deploymentId,
    time: new Date(startedAt).toISOString(),
    event: '',
    trigger: 'incoming',
    api: {
      name: apiName(operation),
      ...(bucket === '' ? {} : { bucket }),
      ...(key === '' ? {} : { object: key }),
      status: STATUS_CODES[status] ?? '',
      statusCode: status,
      // Ours: MinIO's entries have no code.
      ...(errorCode === undefined ? {} : { errorCode }),
      rx: bytesIn,
      tx: bytesOut,
      ...(firstByte === undefined ? {} : { timeToFirstByte: `${firstByte}ns`, timeToFirstByteInNS: String(firstByte) }),
      timeToResponse: `${duration}ns`,
      timeToResponseInNS: String(duration),
    },
    remotehost: clientAddress,
    requestID: requestId,
    ...(headers['user-agent'] === undefined ? {} : { userAgent: headers['user-agent'] }),
    requestPath: decodedPath(exchange.path),
    requestHost: headers.host ?? '',
    ...(Object.keys(requestQuery).length === 0 ? {} : { requestQuery }),
    requestHeader: redactedHeaders(headers),
    responseHeader: redactedHeaders(observation.responseHeaders),
    ...(caller === undefined || caller.accessKey === '' ? {} : { accessKey: caller.accessKey }),
    ...(caller === undefined || caller.account === caller.accessKey ? {} : { parentUser: caller.account }),
  }
}
