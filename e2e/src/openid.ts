import { OPENID_PASSWORD } from '@cooperage/testkit'
import type { Page } from '@playwright/test'

/** Signs in on the page of the provider, up to its question whether to share the identity. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password').fill(OPENID_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Share your identity?' }).waitFor()
}
