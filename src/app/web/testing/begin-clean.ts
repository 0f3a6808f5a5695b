// One browser runs many files: what the one before remembered is not known to the next.
window.localStorage.clear();
window.sessionStorage.clear();
