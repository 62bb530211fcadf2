import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, expect, test } from 'vitest'
import '../messages/en/shell.ts'
import { startMessages } from '../messages/i18n.ts'
import { forgetSystemState, setLoadingProgress } from '../shared/system-state.ts'
import { LoadingBar } from './LoadingBar.tsx'

beforeAll(async () => {
  await startMessages()
})
afterEach(forgetSystemState)

const shown = () =>
  renderToStaticMarkup(
    <MantineProvider>
      <LoadingBar />
    </MantineProvider>,
  )

test('shows the loading bar only below 100', () => {
  setLoadingProgress(40)
  expect(shown()).toMatch(/<progress[^>]* value="40"/)
  const showsAt = (percent: number) => {
    setLoadingProgress(percent)
    return shown().includes('<progress')
  }
  expect([99, 100].map(showsAt)).toEqual([true, false])
})
