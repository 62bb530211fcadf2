import { createServer } from 'node:net'
import { StartError } from './values.ts'

/** What a port is for, and how the user chooses another. */
interface PortUse {
  host: string
  port: number
  purpose: string
  flag: string
  env: string
}

/** The error code of an attempt to listen there, or `undefined` if it succeeds. */
function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

async function nextFreePort(host: string, after: number): Promise<number | undefined> {
  for (let port = after + 1; port <= Math.min(after + 100, 65_535); port++) {
    if ((await tryToListen(host, port)) === undefined) return port
  }
  return undefined
}

/** First port to suggest instead of a privileged one (below 1024). */
const FIRST_OFFERED = 8080

/** Checks that a port is free, and suggests one if it isn't. Port 0 means any. @throws StartError */
export async function requireFreePort({ host, port, purpose, flag, env }: PortUse): Promise<void> {
  const failure = await tryToListen(host, port)
  if (failure === undefined) return
  if (failure === 'EADDRNOTAVAIL' || failure === 'ENOTFOUND' || failure === 'EAI_AGAIN') {
    throw new StartError(
      `This machine has no address ${host} to listen on. Choose another with --host or COOPERAGE_HOST.`,
    )
  }
  const another = await nextFreePort(host, failure === 'EACCES' ? FIRST_OFFERED - 1 : port)
  const why = failure === 'EACCES' ? 'requires more privileges than this user has' : 'is in use by another program'
  const choose =
    another === undefined
      ? `Choose another with ${flag} or ${env}.`
      : `Port ${another} is free: add ${flag} ${another}, or set ${env}=${another}.`
  throw new StartError(`Port ${port} on ${host}, meant for ${purpose}, ${why}. ${choose}`)
}
