import type { Feature } from '#api/feature.ts'
import { brandPicturesThatExist, storedBrandPictures } from './brand-pictures.sql.ts'
import { readBrandPictureName } from './brand-pictures.ts'
import { brandPictureDoor, pictureWayDoor } from './picture-door.server.ts'

export const brandPictures: Feature = {
  room: 'core/brand-pictures',
  doors: [brandPictureDoor, pictureWayDoor],
  fileKinds: [
    {
      what: 'picture of a brand',
      keyOf: readBrandPictureName,
      known: brandPicturesThatExist,
      rows: storedBrandPictures,
    },
  ],
}
