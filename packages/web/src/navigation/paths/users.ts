import { namedPages } from '../address.ts'

const USERS = '/users'

export const usersPath = () => USERS

export const { pathOf: userPath, parse: parseUserPath } = namedPages(USERS)
