import type { ServerDomain } from '#server/services/domain.ts'
import { pictures } from './pictures.ts'

export const content: ServerDomain = { name: 'content', serve: pictures }
