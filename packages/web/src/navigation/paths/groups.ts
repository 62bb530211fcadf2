import { namedPages } from '../address.ts'

const GROUPS = '/groups'

export const groupsPath = () => GROUPS

export const { pathOf: groupPath, parse: parseGroupPath } = namedPages(GROUPS)
