import { objects } from '../messages/en/objects.ts'
import { addMessages } from '../messages/i18n.ts'

addMessages('objects', objects)
