from django.urls import path

from snapshots.pages import pictures, sitemaps
from snapshots.pages.entities import EntityPage
from snapshots.pages.files import download
from snapshots.pages.lists import CountriesPage, CoveragePage, DownloadsPage, ElectionsPage, HomePage
from snapshots.pages.relationships import RelationshipsPage
from snapshots.pages.results import ElectionPage, RacePage

urlpatterns = [
    path("", HomePage.as_view(), name="home"),
    path("countries", CountriesPage.as_view(), name="countries-page"),
    path("coverage", CoveragePage.as_view(), name="coverage-page"),
    path("downloads", DownloadsPage.as_view(), name="downloads"),
    path("downloads/<str:name>", download, name="newest-download"),
    path("downloads/<str:set_name>/<str:name>", download, name="download"),
    path("elections", ElectionsPage.as_view(), name="elections-page"),
    path("entity/<str:slug>", EntityPage.as_view(), name="entity-page"),
    path("entity/<str:slug>/relationships", RelationshipsPage.as_view(), name="relationships-page"),
    path("entity/<str:slug>/network.svg", pictures.NetworkPicture.as_view(), name="network"),
    path("entity/<str:slug>/timeline.svg", pictures.TimelinePicture.as_view(), name="timeline"),
    path("entity/<str:slug>/seats.svg", pictures.SeatsPicture.as_view(), name="seats"),
    path("entity/<str:slug>/seats.png", pictures.SeatsImage.as_view(), name="seats-image"),
    path("entity/<str:slug>/results.svg", pictures.PartyPicture.as_view(), name="party-results"),
    path("elections/<str:slug>/results.svg", pictures.ResultsPicture.as_view(), name="results-picture"),
    path("elections/<str:slug>/tiles.svg", pictures.TilesPicture.as_view(), name="tiles"),
    path("elections/<str:slug>", ElectionPage.as_view(), name="election-page"),
    path("elections/<str:slug>/races/<str:race>", RacePage.as_view(), name="race-page"),
    path("sitemap.xml", sitemaps.index, name="sitemap"),
    path("sitemap-<int:number>.xml", sitemaps.entities),
    path("sitemap-pages.xml", sitemaps.pages),
    path("sitemap-results.xml", sitemaps.results),
]
