/** A name that is not localhost, as a machine in a home network has one; the browser finds this machine under it. */
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
