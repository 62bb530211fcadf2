/** The cluster of `--operator`: the embedded platform, whose tenants are engines of this machine. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ADMIN_TOKEN_HOURS, type RunningPlatform, startPlatform } from '@cooperage/platform'
import type { OpenIdSettings } from '@cooperage/server'
import { startTenantProcess } from './tenant-process.ts'

interface LocalPlatform {
  platform: RunningPlatform
  /** How to sign in, for the user. */
  advice: string[]
}

/**
 * @param env of the tenants' engines
 * @param providers of the console: the cluster accepts their ID tokens
 */
export async function startLocalPlatform(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  providers: readonly OpenIdSettings[],
  print: (line: string) => void,
): Promise<LocalPlatform> {
  const {
    COOPERAGE_ROOT_USER: _user,
    COOPERAGE_ROOT_PASSWORD: _password,
    COOPERAGE_SAMPLE: _sample,
    ...engineEnv
  } = env
  const platform = await startPlatform({
    folder: join(dataDir, 'platform'),
    issuers: providers.map(({ discoveryUrl, clientId }) => ({ url: discoveryUrl, clientId })),
    startTenant: (start) => startTenantProcess(start, engineEnv),
    log: (line) => print(`Platform: ${line}`),
  })
  const token = await platform.adminToken()
  const file = join(dataDir, 'operator-token')
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  const days = ADMIN_TOKEN_HOURS / 24
  return {
    platform,
    advice: [
      'This cluster is a preview on this machine: each tenant is one storage engine, and everything else is simulated.',
      // Secrets are printed only to a terminal, never to a log file or pipe.
      process.stdout.isTTY
        ? `Sign in with this token, valid for ${days} days and also in ${file}:\n${token}`
        : `The token to sign in with, valid for ${days} days, is in ${file}`,
    ],
  }
}
