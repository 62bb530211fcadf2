/** What a screenshot shows, and what scenes of several areas share. */
import type { Page } from '@playwright/test'
import type { ConsoleProcess } from '../console-process.ts'
import { LOCKED_BUCKET, SHOWN_BUCKET } from '../sample-data.ts'

export const FOLDER = `/object-browser/${SHOWN_BUCKET}/`
export const LOCKED_FOLDER = `/object-browser/${LOCKED_BUCKET}/`

export interface Scene {
  name: string
  /** Whether the visitor hasn't signed in. */
  isSignedOut?: boolean
  /** The console to visit, if it isn't the usual one. */
  at?: (consoles: Consoles) => string
  path: string
  /** Whose account it shows; root's by default. */
  by?: { accessKey: string; secretKey: string }
  /** Brings the page into the state of the screenshot. */
  act?: (page: Page, isPhone: boolean) => Promise<void>
}

export interface Consoles {
  usual: ConsoleProcess
  sso: ConsoleProcess
  providers: ConsoleProcess
  cluster: Pick<ConsoleProcess, 'url' | 'stop'>
  empty: ConsoleProcess
  lost: ConsoleProcess
  metrics: ConsoleProcess
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** An action of a row; on a phone it's in a menu. */
export async function rowAction(page: Page, action: string, row: string, isPhone: boolean): Promise<void> {
  const name = `${action} ${row}`
  if (!isPhone)
    return await button(page, name)
      .or(page.getByRole('link', { name, exact: true }))
      .click()
  await button(page, `Actions for ${row}`).click()
  await page.getByRole('menuitem', { name: action }).click()
}
