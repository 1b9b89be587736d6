import { domain } from '../domain.ts'
import { article, articleCategory, articleScreen, classifyScreen } from './article.ts'
import { banner, bannerScreen } from './banner.ts'
import { picture, pictureFolder, picturesScreen } from './picture.ts'
import { publicityVideo, publicityVideoScreen } from './publicity-video.ts'

/** Articles, banners, pictures, videos. */
export const content = domain('content', {
  entities: [articleCategory, article, banner, publicityVideo, pictureFolder, picture],
  screens: [articleScreen, classifyScreen, bannerScreen, picturesScreen, publicityVideoScreen],
})
