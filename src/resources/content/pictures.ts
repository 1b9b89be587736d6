import { picturesScreen } from '#contract/content/picture.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const picturesPage = screenPage({
  screen: picturesScreen,
  page: () => import('#src/pages/content/pictures-hub/PicturesPage.tsx'),
})
