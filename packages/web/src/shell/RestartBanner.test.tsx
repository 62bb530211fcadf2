import '../messages/en/shell.ts'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startMessages } from '../messages/i18n.ts'
import { announceRestartNeeded, forgetSystemState, restartNow, setLoadingProgress } from '../shared/system-state.ts'
import { LoadingBar } from './LoadingBar.tsx'
import { RestartBanner } from './RestartBanner.tsx'

const NEEDED = 'The instance needs to be restarted for configuration changes to take effect.'
const RESTARTING = 'The server is restarting.'

beforeAll(async () => {
  await startMessages()
})
afterEach(() => {
  forgetSystemState()
  vi.restoreAllMocks()
})

function shown(): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <RestartBanner />
      <LoadingBar />
    </MantineProvider>,
  ).replace(/<style[^>]*>.*?<\/style>/gs, '')
}

/** A restart that ends when the test says so. */
function restarting() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const restart = vi.fn(() => promise)
  return { restart, resolve, reject }
}

test('nothing shows while nothing needs a restart', () => {
  expect(shown()).not.toMatch(/restart|progress/i)
})

test('a needed restart is said and offered, shows its progress, and is forgotten when it succeeded', async () => {
  const { restart, resolve } = restarting()
  announceRestartNeeded(restart)
  expect(shown()).toContain(NEEDED)
  expect(shown()).toMatch(/<button.*Restart.*<\/button>/s)
  expect(restart).not.toHaveBeenCalled()

  const done = restartNow()
  expect(shown()).toContain(RESTARTING)
  expect(shown()).toContain('<progress')
  expect(shown()).not.toContain('<button')
  await restartNow()
  expect(restart, 'a second press restarts nothing twice').toHaveBeenCalledOnce()

  resolve()
  await done
  expect(shown()).not.toMatch(/restart|progress/i)
})

test('after a restart that failed the button is offered again, and the failure is logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { restart, reject } = restarting()
  announceRestartNeeded(restart)
  const done = restartNow()
  reject(new Error('no answer'))
  await done
  expect(shown()).toContain(NEEDED)
  expect(shown()).toContain('<button')
  expect(warn).toHaveBeenCalledOnce()
})

test('settings that change during a restart need another', async () => {
  const first = restarting()
  announceRestartNeeded(first.restart)
  const done = restartNow()
  announceRestartNeeded(restarting().restart)
  first.resolve()
  await done
  expect(shown()).toContain(NEEDED)
})

test('the loading bar shows below 100 only', () => {
  setLoadingProgress(40)
  expect(shown()).toMatch(/<progress[^>]* value="40"/)
  const showsAt = (percent: number) => {
    setLoadingProgress(percent)
    return shown().includes('<progress')
  }
  expect([99, 100].map(showsAt)).toEqual([true, false])
})
