const path = process.env['XSHEET_CHROMIUM'] ?? ''

/**
 * Launch options of the browser that people use. The journeys run in its headless shell, which starts and draws faster; those
 * about installing, and those that kill a browser and start it again on its profile, need the whole.
 */
export const wholeBrowser = path === '' ? { channel: 'chromium' } : { executablePath: path }
