/**
 * Anonymous health endpoints. A single-drive engine that responds at all is live, ready and has its quorum; a failing disk
 * shows in the responses of calls that need it.
 */
import { CHALLENGE_HEADER, PROOF_HEADER, proofOf } from '../engine-record.ts'
import type { ProtocolHandler } from './protocol-handler.ts'

const CHECKS: Record<string, { operation: string; headers: Record<string, string> }> = {
  '/minio/health/live': { operation: 'LivenessCheck', headers: {} },
  '/minio/health/ready': { operation: 'ReadinessCheck', headers: {} },
  '/minio/health/cluster': {
    operation: 'ClusterCheck',
    headers: { 'x-minio-write-quorum': '1', 'x-minio-storage-class-defaults': 'false' },
  },
  '/minio/health/cluster/read': {
    operation: 'ClusterReadCheck',
    headers: { 'x-minio-read-quorum': '1', 'x-minio-storage-class-defaults': 'false' },
  },
}

export const healthHandler: ProtocolHandler<{ recordSecret: string }> = {
  accepts: ({ method, path }) => (method === 'GET' || method === 'HEAD') && Object.hasOwn(CHECKS, path),
  async respond({ recordSecret }, { path, query, headers: requestHeaders, facts }) {
    const { operation = '', headers = {} } = CHECKS[path] ?? {}
    facts.operation = operation
    // Asks whether the other servers would keep the quorum without this one. There are no others.
    const status = operation === 'ClusterCheck' && query.get('maintenance') === 'true' ? 412 : 200
    const proof = proofOf(recordSecret, String(requestHeaders[CHALLENGE_HEADER]))
    return { status, headers: { ...headers, ...(proof === undefined ? {} : { [PROOF_HEADER]: proof }) } }
  },
  errorResponse: (_engine, _exchange, error) => ({ status: error.status }),
}
