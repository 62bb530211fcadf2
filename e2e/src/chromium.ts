/** A host name other than localhost, as in a home network; the browser resolves it to this machine. */
export const LAN_NAME = 'nas.lan'

export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${LAN_NAME} 127.0.0.1`,
]
