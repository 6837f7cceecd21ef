// Small boards that follow their games: a picture is fetched again when its game has gone on.

const PAUSE = 3000; // milliseconds

async function look() {
  const boards = document.querySelectorAll('[data-live]');
  if (!document.hidden && boards.length) {
    try {
      const answer = await fetch(location.pathname, { headers: { Accept: 'text/html' } });
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('games');
        const shown = document.getElementById('games');
        if (fresh && shown && fresh.innerHTML !== shown.innerHTML) shown.replaceWith(fresh);
      }
    } catch { /* the server is away; the next look may find it */ }
  }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
