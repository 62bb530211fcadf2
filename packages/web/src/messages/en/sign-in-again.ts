import { messages } from '../messages.ts'

/** The dialog that offers a new session; separate from the other texts of sign-in, which the login page loads. */
export const signInAgain = messages('signInAgain', {
  title: 'Sign in again',
  ending: 'Your session ends {{timeLeft}}. Sign in again to stay on this page. Work in progress continues.',
  ended: 'Your session has ended. Sign in again to stay on this page.',
  other: 'Signing in with another account opens its own pages and cancels uploads in progress.',
  elsewhere: 'Your session ends {{timeLeft}}. Finish your work, then sign in again on the sign-in page.',
  blocked: 'The browser blocked the window. Allow pop-up windows for this console, then try again.',
  incomplete: 'Enter the username and password first.',
  noToken: 'Enter the token first.',
  goToLogin: 'Go to sign-in page',
})
