const path = process.env['XSHEET_CHROMIUM'] ?? ''

/**
 * Launch options for the full browser. Most journeys run in its headless shell, which starts and draws faster; those
 * that install the app or restart a killed browser on its profile need the full one.
 */
export const wholeBrowser = path === '' ? { channel: 'chromium' } : { executablePath: path }
