import { z } from 'zod'
import { envGroup, flag } from '#lib/env.server.ts'

export const photosEnv = envGroup({
  shape: {
    S3_URL: z.url().optional(),
    PHOTO_REVIEW: z.enum(['auto', 'staff'], { error: 'must be auto or staff' }).optional(),
    PHOTOS_UNSEEN: flag.default(false),
  },
  wrong: ({ PHOTO_REVIEW, PHOTOS_UNSEEN }, { production }) =>
    production && PHOTO_REVIEW === 'auto' && !PHOTOS_UNSEEN
      ? [
          'PHOTO_REVIEW: auto shows photos that nobody has looked at; in production only with PHOTOS_UNSEEN=1',
        ]
      : [],
  read: ({ S3_URL, PHOTO_REVIEW }, { production }) => ({
    s3Url: S3_URL ?? null,
    photoReview: PHOTO_REVIEW ?? (production ? ('staff' as const) : ('auto' as const)),
  }),
})
