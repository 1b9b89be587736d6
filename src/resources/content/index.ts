import type { Definition } from '#src/kit/definition/resource.ts'
import { articles } from './article.ts'
import { banners } from './banner.ts'
import { articleCategories } from './classify.ts'
import { picturesPage } from './pictures.ts'
import { publicityVideos } from './publicity-video.ts'

export const content: readonly Definition[] = [
  articles,
  articleCategories,
  banners,
  picturesPage,
  publicityVideos,
]
