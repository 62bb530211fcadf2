import { policies } from '../messages/en/policies.ts'
import { addMessages } from '../messages/i18n.ts'

addMessages('policies', policies)
