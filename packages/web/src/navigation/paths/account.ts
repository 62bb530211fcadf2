import { queryText } from '../address.ts'

/** `tab`: '' for the service accounts, `permissions`, `sessions`, `links`. */
export const accountPath = (tab = '') => `/account${queryText({ tab })}`

/** The account page with the dialog to change the password. */
export const changePasswordPath = () => '/account/change-password'
