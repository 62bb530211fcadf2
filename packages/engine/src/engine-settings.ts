import { resolve } from 'node:path'
import { CANNED_ACLS } from './s3/acl.ts'

/** The settings of the engine process, from the environment. @throws Error that names the wrong variable and the values it accepts */
export function readSettings(env: NodeJS.ProcessEnv) {
  const { COOPERAGE_DATA: dataDir, COOPERAGE_ROOT_USER: accessKey, COOPERAGE_ROOT_PASSWORD: secretKey } = env
  if (!dataDir) throw new Error('COOPERAGE_DATA should name the folder in which the engine keeps its data.')
  if (!accessKey !== !secretKey) {
    throw new Error('COOPERAGE_ROOT_USER and COOPERAGE_ROOT_PASSWORD go together: set both or neither.')
  }
  const port = env.COOPERAGE_STORAGE_PORT ?? '9000'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`COOPERAGE_STORAGE_PORT should be a port number from 0 to 65535, not "${port}".`)
  }
  const connections = env.COOPERAGE_STORAGE_CONNECTIONS || '2000'
  if (!/^[1-9]\d{0,5}$/.test(connections)) {
    throw new Error(`COOPERAGE_STORAGE_CONNECTIONS should be a number from 1 to 999999, not "${connections}".`)
  }
  const scrubDays = env.COOPERAGE_SCRUB_DAYS || '30'
  if (!/^\d{1,4}$/.test(scrubDays)) {
    throw new Error(`COOPERAGE_SCRUB_DAYS should be a number of days, or 0 for never, not "${scrubDays}".`)
  }
  const lifecycleSeconds = env.COOPERAGE_LIFECYCLE_SECONDS || '300'
  if (!/^\d{1,7}$/.test(lifecycleSeconds)) {
    throw new Error(
      `COOPERAGE_LIFECYCLE_SECONDS should be a number of seconds, or 0 for never, not "${lifecycleSeconds}".`,
    )
  }
  const signatureV2 = env.COOPERAGE_SIGNATURE_V2 || 'on'
  if (signatureV2 !== 'on' && signatureV2 !== 'off') {
    throw new Error(`COOPERAGE_SIGNATURE_V2 should be on or off, not "${signatureV2}".`)
  }
  const cannedAcls = CANNED_ACLS.find((known) => known === (env.COOPERAGE_CANNED_ACLS || 'ignore'))
  if (cannedAcls === undefined) {
    throw new Error(`COOPERAGE_CANNED_ACLS should be ignore or refuse, not "${env.COOPERAGE_CANNED_ACLS}".`)
  }
  const { COOPERAGE_STORAGE_TLS_CERT: certFile, COOPERAGE_STORAGE_TLS_KEY: keyFile } = env
  if (!certFile !== !keyFile) {
    throw new Error('COOPERAGE_STORAGE_TLS_CERT and COOPERAGE_STORAGE_TLS_KEY go together: set both or neither.')
  }
  const proxies = (env.COOPERAGE_TRUSTED_PROXIES ?? '').split(',').map((proxy) => proxy.trim())
  return {
    dataDir,
    host: env.COOPERAGE_HOST || '127.0.0.1',
    port: Number(port),
    ...(certFile && keyFile ? { tls: { certFile: resolve(certFile), keyFile: resolve(keyFile) } } : {}),
    trustedProxies: proxies.filter((proxy) => proxy !== ''),
    region: env.COOPERAGE_REGION ?? '',
    maxConnections: Number(connections),
    scrubDays: Number(scrubDays),
    lifecycleSeconds: Number(lifecycleSeconds),
    ...(env.COOPERAGE_ENCRYPTION_KEY_FILE ? { encryptionKeyFile: resolve(env.COOPERAGE_ENCRYPTION_KEY_FILE) } : {}),
    acceptsSignatureV2: signatureV2 === 'on',
    cannedAcls,
    isMetricsPublic: env.COOPERAGE_METRICS_PUBLIC === '1',
    root: accessKey && secretKey ? { accessKey, secretKey } : undefined,
  }
}
