/** Reverse proxies of Debian, with the configuration that the guide shows. */
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findExecutable } from '../../../scripts/programs.ts'
import { brokerFolder, startBrokerProcess } from './brokers/broker.ts'
import { onFreePort } from './ports.ts'

export type ProxyKind = 'nginx' | 'caddy' | 'apache'

export interface ProxyText {
  /** Whole servers, with the port 443 and the certificate `/etc/ssl/cooperage.crt`. */
  servers: string
  /** What the server `example.com` has in it; of Caddy that server. */
  ofExample: string
}

export interface ReverseProxy {
  port: number
  /** What the certificates of its servers are verified with. */
  ca: string
  stop(): Promise<void>
}

/** Starts a proxy that serves the names of these servers on a port of 127.0.0.1 instead of 443. */
export function startReverseProxy(kind: ProxyKind, text: ProxyText): Promise<ReverseProxy> {
  return onFreePort((port) => startOn(port, kind, text))
}

async function startOn(port: number, kind: ProxyKind, text: ProxyText): Promise<ReverseProxy> {
  const folder = brokerFolder(kind)
  const inFolder = (name: string) => join(folder.path, name)
  createCertificate(inFolder('cooperage.crt'), inFolder('cooperage.key'))
  const { config, ca = 'cooperage.crt', ...starting } = starts[kind](port, text)
  const filled = config.replaceAll('/etc/ssl/cooperage', inFolder('cooperage')).replaceAll('FOLDER', folder.path)
  writeFileSync(inFolder('config'), filled, { mode: 0o644 })
  const { stop } = await startBrokerProcess(kind === 'apache' ? 'apache2' : kind, folder, {
    args: starting.args.map((arg) => arg.replace('FOLDER', folder.path)),
    isReady: (child) => starting.isReady(child.output()),
    env: { XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path },
  })
  // Nothing of a request or a response may be kept on its disk: it has no place for that any more.
  for (const name of TEMPORARY) rmSync(inFolder(name), { recursive: true, force: true })
  return { port, ca: readFileSync(inFolder(ca), 'utf8'), stop }
}

interface Start {
  config: string
  args: string[]
  /** Whether it serves all its names, by what it has written. */
  isReady: (output: string) => boolean
  /** File of {@link ReverseProxy.ca}; that of the certificate by default. */
  ca?: string
}

/** Folders of nginx. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
const MODULES = ['mpm_event', 'authz_core', 'alias', 'env', 'headers', 'proxy', 'proxy_http', 'ssl']

const starts: Record<ProxyKind, (port: number, text: ProxyText) => Start> = {
  nginx: (port, { servers, ofExample }) => ({
    config: [
      // Its workers would outlive a test run that is killed.
      'daemon off; master_process off; pid nginx.pid; error_log stderr notice; events {}',
      `http { access_log off; ${TEMPORARY.map((name) => `${name}_temp_path ${name};`).join(' ')}`,
      servers,
      'server { listen 443 ssl; server_name example.com;',
      'ssl_certificate /etc/ssl/cooperage.crt; ssl_certificate_key /etc/ssl/cooperage.key;',
      `${ofExample} } }`,
    ]
      .join('\n')
      .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `),
    args: ['-e', 'stderr', '-p', 'FOLDER', '-c', 'config'],
    isReady: (output) => output.includes('event method'),
  }),
  caddy: (port, { servers, ofExample }) => ({
    config: [
      `{\nadmin off\nauto_https disable_redirects\nhttps_port ${port}\ndefault_bind 127.0.0.1`,
      'local_certs\nskip_install_trust\nstorage file_system certificates\n}',
      servers,
      ofExample,
    ].join('\n'),
    args: ['run', '--adapter', 'caddyfile', '--config', 'config'],
    // Before, it refuses connections to a name whose certificate it hasn't issued yet.
    isReady: (output) => {
      const issued = output.matchAll(/"certificate obtained successfully","identifier":"(.*?)"/g)
      const names = new Set([...issued].map(([, name]) => name))
      return [...`${servers}${ofExample}`.matchAll(/^(\S+) \{$/gm)].every(([, name]) => names.has(name))
    },
    ca: 'certificates/pki/authorities/local/root.crt',
  }),
  apache: (port, { servers, ofExample }) => ({
    config: [
      `ServerName localhost\nPidFile FOLDER/pid\nErrorLog "|$/bin/cat >&2"\nListen 127.0.0.1:${port}`,
      ...MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
      servers,
      '<VirtualHost *:443>\nServerName example.com\nSSLEngine on',
      'SSLCertificateFile /etc/ssl/cooperage.crt\nSSLCertificateKeyFile /etc/ssl/cooperage.key',
      `${ofExample}\n</VirtualHost>`,
      '',
    ]
      .join('\n')
      .replaceAll('*:443', `*:${port}`),
    args: ['-D', 'FOREGROUND', '-d', 'FOLDER', '-f', 'FOLDER/config'],
    isReady: (output) => output.includes('resuming normal operations'),
  }),
}

/** A certificate of example.com and the names below it. */
function createCertificate(certFile: string, keyFile: string): void {
  const names = 'subjectAltName=DNS:example.com,DNS:*.example.com'
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const openssl = findExecutable('openssl') ?? 'openssl'
  const { status, stderr } = spawnSync(
    openssl,
    ['req', ...kind, '-subj', '/CN=example.com', '-addext', names, '-out', certFile, '-keyout', keyFile],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`no certificate: ${stderr}`)
  // The proxy runs as another user.
  chmodSync(keyFile, 0o644)
}
