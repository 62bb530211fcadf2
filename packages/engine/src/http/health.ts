/**
 * Health endpoints, anonymous. A single-drive engine that answers at all is live, ready and has its quorum; a failing
 * disk shows in the answers of the calls that need it.
 */
import { INSTANCE_HEADER } from '../engine-record.ts'
import type { Head } from './head.ts'

const QUORUM_HEADERS: Record<string, Record<string, string>> = {
  '/minio/health/live': {},
  '/minio/health/ready': {},
  '/minio/health/cluster': { 'x-minio-write-quorum': '1', 'x-minio-storage-class-defaults': 'false' },
  '/minio/health/cluster/read': { 'x-minio-read-quorum': '1', 'x-minio-storage-class-defaults': 'false' },
}

export const healthHead: Head = {
  takes: ({ method, path }) => (method === 'GET' || method === 'HEAD') && Object.hasOwn(QUORUM_HEADERS, path),
  answer: async ({ instance }, { path }) => ({
    status: 200,
    headers: { ...QUORUM_HEADERS[path], [INSTANCE_HEADER]: instance },
  }),
  answerError: (_engine, _exchange, error) => ({ status: error.status }),
}
