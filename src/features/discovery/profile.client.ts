import './seen-again.client.ts'
import '../matching/like-boxes.client.ts'
import '../matching/like-parts.client.ts'
import '../messaging/write-links.client.ts'
import '../moderation/member-acts.client.ts'
import '../moderation/member-menu.client.ts'
import '../photos/ask-for-photos.client.ts'
import '../photos/gallery.client.ts'
import '../../ui/photo-transition.client.ts'

if (document.querySelector('time[data-locale]'))
  void import('../photos/until.client.ts').then(({ showMoments }) => showMoments(document))
