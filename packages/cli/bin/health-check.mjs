/**
 * The health check of the image: asks the console that runs on the data folder, on the port and by the protocol that its settings
 * say, and ends with 1 unless it responds.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

try {
  const { url } = JSON.parse(readFileSync(join(process.env.COOPERAGE_DATA ?? '', 'console.json'), 'utf8'))
  // It asks this machine itself, for which the certificate doesn't have to be: it is that of the name that visitors use.
  const { get } = url.startsWith('https:') ? await import('node:https') : await import('node:http')
  const answer = get(`${url}/healthz`, { rejectUnauthorized: false, timeout: 10_000 }, ({ statusCode }) => {
    if (statusCode !== 200) console.error(`${url}/healthz responds with ${statusCode}.`)
    process.exit(statusCode === 200 ? 0 : 1)
  })
  answer.on('timeout', () => answer.destroy(new Error(`${url}/healthz doesn't respond.`)))
  answer.on('error', ({ message }) => {
    console.error(message)
    process.exit(1)
  })
} catch (error) {
  console.error(`The console isn't ready yet: ${error.message}`)
  process.exitCode = 1
}
