import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of the mailed link that led here, or an empty string. It is removed from the URL, and so from the browser's history, as soon as
 * it has been read.
 */
export function useMailedToken(): string {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState('');
  const found = new URLSearchParams(search).get('token');
  // Another link may be opened in the same tab.
  if (found && found !== token) setToken(found);
  useEffect(() => {
    if (found) void navigate(pathname, { replace: true });
  }, [found, navigate, pathname]);
  return found ?? token;
}
