/** An identity plugin of MinIO: a service that decides whom a token belongs to (AssumeRoleWithCustomToken). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MinioOptions } from './minio.ts'

export interface IdentityPlugin {
  /** Settings of a MinIO that uses it, with the policy readwrite for everyone. */
  minio: MinioOptions
  /** The role of the plugin on that server. */
  roleArn: string
  stop(): Promise<void>
}

/** @param users by their token */
export async function startIdentityPlugin(users: Readonly<Record<string, string>>): Promise<IdentityPlugin> {
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? '/', 'http://plugin').searchParams.get('token') ?? ''
    const user = users[token]
    const document = user === undefined ? { reason: 'unknown token' } : { user, maxValiditySeconds: 7200, claims: {} }
    response
      .writeHead(user === undefined ? 403 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    minio: {
      env: {
        MINIO_IDENTITY_PLUGIN_URL: `http://127.0.0.1:${port}/`,
        MINIO_IDENTITY_PLUGIN_ROLE_POLICY: 'readwrite',
        MINIO_IDENTITY_PLUGIN_ROLE_ID: 'corporate',
      },
    },
    roleArn: 'arn:minio:iam:::role/idmp-corporate',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
