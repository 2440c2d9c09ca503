import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { expect, test } from '@playwright/test'
import { uploadLogo } from '../branding.ts'
import { startDashboard } from '../dashboard.ts'
import { openSignedIn } from '../sign-in.ts'

/** Files in S3: the browser uploads a logo directly. */

test('a logo is uploaded from the browser to the storage and is shown', async ({ page }) => {
  const s3 = await startS3Double()
  const dashboard = await startDashboard({ STORAGE_URL: s3.storageUrl, ...s3.credentials })
  try {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(new URL(request.url()).origin)
    })
    await openSignedIn(page, dashboard, '/admin/branding')
    await uploadLogo(page)
    expect(sent).toEqual([s3.url])
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^files\/logos\/[\w-]+\.png$/)])
    await expect(page.getByRole('complementary').getByRole('presentation')).toBeVisible()
  } finally {
    await dashboard.stop()
    await s3.close()
  }
})
