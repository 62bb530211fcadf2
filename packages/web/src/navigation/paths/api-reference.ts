import { guidePath } from './guide.ts'

/** The reference of the console's API, a page of the guide. */
export const apiReferencePath = () => guidePath('api')
