import { connectLikeBoxes } from '../matching/like-boxes.client.ts'
import '../moderation/member-acts.client.ts'
import '../moderation/member-menu.client.ts'
import '../photos/ask-for-photos.client.ts'
import '../photos/gallery.client.ts'

connectLikeBoxes()
